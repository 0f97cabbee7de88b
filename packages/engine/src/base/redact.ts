/** Takes the secrets out of every text in a JSON value and keeps its shape. The rooms that store foreign text are given one. */
export type Redact = <T>(value: T) => Promise<T>;
