export default { output: "export", basePath: "/next", trailingSlash: true };
