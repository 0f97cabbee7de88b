/** One shape of secret: what to look for, and which part of the match is the secret. */
export interface SecretPattern {
  /** Named in the `[redacted:<kind>]` that replaces the secret. */
  readonly kind: string;
  /** Global. A group named `secret` is what gets replaced; without one it is the whole match. Quantifiers are bounded: text is untrusted. */
  readonly pattern: RegExp;
  /** Looks at the secret part; false = harmless after all. */
  readonly accept?: (secret: string) => boolean;
}
