// Figures of a primer and of a result, centred on what the text is about. Without this script the whole board is shown.
import { cropTo, crossOut, enlarge, legible } from "../board/picture_crop.js";
import { elementsFor, named } from "../board/places.js";

for (const art of document.querySelectorAll(".art[data-places]")) {
  const svg = art.querySelector("svg");
  if (!svg) continue;
  const places = JSON.parse(art.dataset.places).map((place) => place.replace(/^#/, ""));
  const words = (element) => [element.dataset.word, element.dataset.option, element.dataset.place, element.id];
  const here = (element) => places.some((place) => words(element).some((word) => word && named(word, place)));
  const told = [...svg.querySelectorAll("[id], [data-word], [data-option], [data-place]")].filter(here);
  const lost = elementsFor(JSON.parse(art.dataset.crossed ?? "[]"), svg);
  lost.forEach(crossOut);
  cropTo(svg, told, !lost.length && Boolean(art.closest(".turned"))); // losses are shown on the whole board
  art.classList.toggle("lettered", legible(svg));
}

for (const svg of document.querySelectorAll(".final > svg")) enlarge(svg);
