import { mount } from "svelte";
import Harbours from "./Harbours.svelte";

mount(Harbours, { target: document.getElementById("app") });
