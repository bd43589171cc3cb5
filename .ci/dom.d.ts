// For `deno check`: our scripts know which element they look for, so any element may have what an HTML element has.
// Misspelt names, wrong arguments and imports that lead nowhere are still found.
interface Element {
  dataset: DOMStringMap;
  hidden: boolean | "until-found";
  style: CSSStyleDeclaration;
  title: string;
  value: string;
  checked: boolean;
  disabled: boolean;
  href: string;
  open: boolean;
  name: string;
  offsetWidth: number;
  offsetHeight: number;
  focus(options?: FocusOptions): void;
  blur(): void;
  click(): void;
}
interface EventTarget {
  dataset: DOMStringMap;
  value: string;
  checked: boolean;
  closest(selectors: string): HTMLElement | null;
  matches(selectors: string): boolean;
  contains(other: EventTarget | null): boolean;
}
