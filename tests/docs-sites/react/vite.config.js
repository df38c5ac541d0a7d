export default { base: "/docs/" };
