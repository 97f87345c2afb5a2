// Builds every page of src/ into pages/: `npm install && npm run build`. The tests read pages/ and need no npm.
// src-next/, src-astro/ and src-nuxt/ have a package.json of their own; what they build (out/, dist/, .output/public/) goes
// to pages/next, pages/astro and pages/nuxt, with the same files beside it. pages/nuxt-rendered is the index.html alone
// that NUXT_SSR=1 makes: it needs no script.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { build } from "vite";
import solid from "vite-plugin-solid";

const plugins = { vue: () => vue(), svelte: () => svelte({ configFile: false }), solid: () => solid() };
const jsx = {
  react: { jsx: "automatic" },
  preact: { jsx: "automatic", jsxImportSource: "preact" },
};

const names = { output: { entryFileNames: "main.js", assetFileNames: "[name][extname]" } };

rmSync("pages", { recursive: true, force: true });
for (const entry of readdirSync("src", { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const name = entry.name;
  await build({
    configFile: false,
    root: `src/${name}`,
    base: "./",
    logLevel: "error",
    esbuild: jsx[name],
    plugins: plugins[name] ? [plugins[name]()] : [],
    build: { outDir: `../../pages/${name}`, emptyOutDir: true, modulePreload: false, target: "es2022", rollupOptions: names },
  });
  for (const file of ["items.json", "list.html", "counted.html", "expect.txt"]) cpSync(`src/${file}`, `pages/${name}/${file}`);
}
