// Finds places of a board by name.

const slug = (words) => words.toLowerCase().replace(/[^a-z0-9]+/g, "-");

/** Whether this word of the board names the place. */
export const named = (word, place) => slug(word) === slug(place) || slug(word).endsWith(`-${slug(place)}`);

/** The elements of a picture that stand for these places; none lies inside another one. */
export function elementsFor(places, picture) {
  const own = picture.querySelector("[data-place]") ? "" : ", [id]"; // if places are marked, ids mean something else
  const word = ({ dataset, id }) => dataset.place ?? dataset.word ?? dataset.option ?? id;
  const found = [...picture.querySelectorAll(`[data-place], [data-word], [data-option]${own}`)].filter((element) =>
    places.some((place) => named(word(element), place))
  );
  return found.filter((element) => !found.some((other) => other !== element && other.contains(element)));
}
