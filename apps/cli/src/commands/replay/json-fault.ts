const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Reads JSON text up to its first syntax error. */
class JsonWalker {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the position of the first character that makes the text invalid JSON. */
  faultAt(): number {
    if (this.#value()) this.#skipSpace();
    return this.#position;
  }

  #value(): boolean {
    this.#skipSpace();
    if (this.#takes('{')) return this.#items('}', () => this.#member());
    if (this.#takes('[')) return this.#items(']', () => this.#value());
    return this.#matches(STRING) || this.#matches(SCALAR);
  }

  #member(): boolean {
    this.#skipSpace();
    if (!this.#matches(STRING)) return false;
    this.#skipSpace();
    return this.#takes(':') && this.#value();
  }

  #items(close: string, item: () => boolean): boolean {
    this.#skipSpace();
    if (this.#takes(close)) return true;
    do {
      if (!item()) return false;
      this.#skipSpace();
    } while (this.#takes(','));
    return this.#takes(close);
  }

  #takes(character: string): boolean {
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #skipSpace(): void {
    this.#matches(SPACE);
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#position;
    if (!pattern.test(this.#text)) return false;
    this.#position = pattern.lastIndex;
    return true;
  }
}

/** Returns the line, counted from 1, of the first JSON error. `JSON.parse` gives a position only for some errors. */
export function jsonFaultLine(text: string): number {
  return text.slice(0, new JsonWalker(text).faultAt()).split('\n').length;
}
