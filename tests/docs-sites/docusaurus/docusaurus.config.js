export default {
  title: "Kilns",
  url: "http://localhost",
  baseUrl: "/docs/",
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/", sidebarPath: false }]],
  themes: ["@docusaurus/theme-classic"],
  stylesheets: ["/docs/playground/embed.css"],
  scripts: [{ src: "/docs/playground/embed.js", defer: true }],
  themeConfig: { colorMode: { respectPrefersColorScheme: true } },
};
