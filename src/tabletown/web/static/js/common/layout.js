// Tells which of the four frames of css/frames.css the window has: "desktop", "tablet", "low" or "phone".

let known = "";

export function frame() {
  known ||= getComputedStyle(document.documentElement).getPropertyValue("--frame").trim();
  return known;
}
/** Whether the rail is open beside or below the board; otherwise it is a sheet. */
export const hasRail = () => ["desktop", "tablet"].includes(frame());

const watchers = [];
/** Calls `run` when the window changes to another frame. */
export function onFrameChange(run) {
  watchers.push(run);
}
addEventListener("resize", () => {
  const before = known;
  known = "";
  if (frame() !== before) { for (const run of watchers) run(); }
});

const LEAST = 0.452; // share of the screen's height for the board alone

/**
 * The tracks that depend on the board's shape, set once for each window size: its height on a tablet, so that no bands
 * stay above and below, and its width where a left column stands beside a tall board. True if there is such a column.
 */
export function measureTracks(width, height, hasLeft) {
  const root = document.documentElement.style;
  const now = frame();
  if (now === "tablet") {
    const tracks = 48 + 64 + 30 + 48; // bar, prompt, goal, tools; the dock keeps 340
    const least = innerHeight * 0.46;
    const most = innerHeight - tracks - 340;
    root.setProperty("--boardh", `${Math.round(Math.max(least, Math.min((innerWidth * height) / width, most)))}px`);
  }
  const high = innerHeight - 44 - (innerHeight >= 860 ? 70 + 32 : 76) - 8; // bar, prompt with or without the goal, gap
  const boardWidth = Math.ceil(Math.max((high * width) / height, (innerWidth * innerHeight * LEAST) / high));
  const rail = innerWidth >= 1500 && innerHeight >= 900 ? 416 : innerWidth < 1400 ? 320 : 360; // as in layout.css
  const three = now === "desktop" && hasLeft && innerWidth - rail - 32 - boardWidth >= 228;
  document.body.classList.toggle("three", three);
  if (three) root.setProperty("--boardw", `${boardWidth}px`);
  return three;
}
