export * from "../../web/testing/works";
