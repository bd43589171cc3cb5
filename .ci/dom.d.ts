// For `deno check`: our scripts know which element they look for, so any element may have what some HTML element has.
// Misspelt names, wrong arguments and imports that lead nowhere are still found.
interface Element {
  dataset: DOMStringMap;
  hidden: boolean | "until-found";
  style: CSSStyleDeclaration;
  title: string;
  value: any;
  max: any;
  checked: boolean;
  disabled: boolean;
  href: string;
  hash: string;
  open: boolean;
  name: string;
  htmlFor: string;
  form: HTMLFormElement;
  elements: any;
  tabIndex: number;
  offsetWidth: number;
  offsetHeight: number;
  focus(options?: FocusOptions): void;
  blur(): void;
  click(): void;
  showModal(): void;
  close(): void;
}
interface EventTarget {
  id: string;
  name: string;
  dataset: DOMStringMap;
  value: any;
  checked: boolean;
  closest(selectors: string): HTMLElement | null;
  matches(selectors: string): boolean;
  contains(other: EventTarget | null): boolean;
}
interface Window {
  earlyConnection: WebSocket | null;
}
interface WebSocket {
  early: string[];
}
interface Node {
  data: string;
  splitText(offset: number): Text;
}
