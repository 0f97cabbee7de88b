/** One shape of secret: what to look for, and which part of the match is the secret. */
export interface SecretPattern {
  /** Named in the `[redacted:<kind>]` that replaces the secret. */
  readonly kind: string;
  /** Global. A group named `secret` is what gets replaced; without one it is the whole match. Quantifiers are bounded: text is untrusted. */
  readonly pattern: RegExp;
  /** What a text must have somewhere, shared by a group of patterns: one look instead of many. */
  readonly gate?: SecretGate | undefined;
  /** A match that is refused may hide another that begins within it. */
  readonly overlaps?: boolean | undefined;
  /** Looks at the secret part; false = harmless after all. */
  readonly accept?: ((secret: string) => boolean) | undefined;
}

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

/** Names of secrets and what stands around them: most patterns need one somewhere. */
export const NAMED: SecretGate = new SecretGate(
  /pass|assword|assphrase|pwd|pw\b|bearer|id_rsa|schl[uü]|cl[eé]|chave|chiave|jeton|klucz|nyckel|sleutel|kl[ií]|anahtar|kunci|secret|token|key|cred|salt|pepper|auth|log ?[io]n|connect|client|api|sdk|provider|init|config|sign|hmac|user|basic|pdo|mysqli|sess|sid|jwt|cookie|hook|licen|activation|product|serial|recovery|account|psk|bindpw|rootpw|identified|encrypt\s?[=:]|fernet\(|openssl|pwgen|diceware|begin|s?ftp:|cpanel|role|creds|zugang|identifiant|admin|root|demo|guest|postgres|ubuntu|community|neighbor|trap|:\/\/|-----|\((?:tcp|unix|udp|127)|@(?:tcp|unix|udp|cloudsql)|:\*:|Private-Lines|["'][dpqk]"|[\u0370-\u1fff\u3000-\uffff]|[_-]pat|nnwort|mdp|contrase|clave|senha|wacht|l.senord|has\u0142|hesl|parola|ifre|[?&;]\w{1,12}=|:\d{2,5}:/i,
);

/** What a pattern needs that begins with the name of a secret: fewer texts have it. */
export const LABELS: SecretGate = new SecretGate(
  /secret|token|assword|pass(?:w|ph|c|(?![a-z]))|pwd|pw(?![a-z])|psk|credential|(?:api|access|account|auth|private|signing|encryption|master|hmac|shared|licen[cs]e|client|consumer|webhook|service|session|deploy)[ ._-]?key|_key|salt|pepper|wachtwoord|kennwort|contraseña|mot_?de_?passe|senha|masterauth/i,
  NAMED,
);

/** A row of a table: the kind, what to look for, what the secret part has to be, and what the text must have somewhere. */
export type SecretShape = readonly [
  kind: string,
  pattern: RegExp,
  accept?: SecretPattern['accept'],
  gate?: SecretGate | undefined,
];

/**
 * The patterns of a table, all with the same properties in the same order, since each text is looked at by each. `gate` is for rows that name none.
 */
export function patternsOf(
  { gate: gateOf, overlaps }: { gate?: (shape: SecretShape) => SecretGate; overlaps?: boolean },
  shapes: readonly SecretShape[],
): SecretPattern[] {
  return shapes.map((shape) => {
    const [kind, pattern, accept, gate = gateOf?.(shape)] = shape;
    return { kind, pattern, gate, accept, overlaps };
  });
}

type Tag = (source: TemplateStringsArray, ...parts: readonly string[]) => RegExp;
const flagged =
  (flags: string): Tag =>
  (source, ...parts) =>
    new RegExp(String.raw(source, ...parts), flags);

/** A regular expression that holds others, with these flags: re.gi`a${B}`. */
export const re: Readonly<Record<'g' | 'gi' | 'gm' | 'gu' | 'gim' | 'giu', Tag>> = {
  g: flagged('g'),
  gi: flagged('gi'),
  gm: flagged('gm'),
  gu: flagged('gu'),
  gim: flagged('gim'),
  giu: flagged('giu'),
};
