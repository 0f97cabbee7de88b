const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * The five-character SQLSTATE of a database error, or undefined. Looks through the causes, so it finds the state
 * in a driver's own error and in the {@link InklingError} around it.
 */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code: unknown = 'code' in current ? current.code : undefined;
    if (typeof code === 'string' && SQL_STATE.test(code)) return code;
  }
  return undefined;
}
