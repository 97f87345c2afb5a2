import { createApp } from "vue";
import Harbours from "./Harbours.vue";

createApp(Harbours).mount("#app");
