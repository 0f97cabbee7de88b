import { readDaemonToken } from './daemon-token.ts';

/**
 * The address of the web app, with the token of the state directory behind the `#`: a browser sends that part to nobody, and the page takes it
 * out of the address bar. Whoever reads the address can do what the operator can.
 */
export function inspectorAddress(
  url: string,
  stateDirectory: string,
  { org, view = '/' }: InspectorPlace = {},
): string {
  const token = readDaemonToken(stateDirectory);
  const facts = new URLSearchParams({ ...(token === null ? {} : { token }), ...(org === undefined ? {} : { org }) });
  return `${url}${view}${facts.size > 0 ? `#${facts.toString()}` : ''}`;
}

/** Where the web app is to open. */
export interface InspectorPlace {
  /** The organisation to act for. (Default: the token's own) */
  readonly org?: string;
  /** A path of the web app. (Default: '/') */
  readonly view?: string;
}
