// Everything in the browser, as `npm run build` leaves it in .output/public; NUXT_SSR=1 renders it beforehand.
export default defineNuxtConfig({
  ssr: process.env.NUXT_SSR === "1",
  telemetry: false,
  app: {
    baseURL: process.env.NUXT_SSR === "1" ? "/nuxt-rendered/" : "/nuxt/",
    head: { title: "Harbours: Nuxt", htmlAttrs: { lang: "en" } },
  },
  experimental: { appManifest: false },
});
