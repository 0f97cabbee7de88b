/**
 * What a text must have somewhere before any pattern of a group can find anything in it. It is looked for once and not by each of them, and the
 * answer is kept for the text that was looked at last.
 */
export class SecretGate {
  readonly #words: RegExp;
  #text = '';
  #open = false;
  readonly #outer: SecretGate | undefined;

  /** Closed as well when the outer one is. */
  constructor(words: RegExp, outer?: SecretGate) {
    this.#words = words;
    this.#outer = outer;
  }

  isOpen(text: string): boolean {
    if (this.#text !== text) {
      this.#text = text;
      this.#open = (this.#outer?.isOpen(text) ?? true) && this.#words.test(text);
    }
    return this.#open;
  }
}

/** Sixteen characters without a break, as every vendor's token has them and few words do. */
export const TOKENS: SecretGate = new SecretGate(/[\w.~+=%-]{16}/);
