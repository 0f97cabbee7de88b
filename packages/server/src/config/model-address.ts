import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { InklingError } from '@inkling/engine/errors';

const RANGES = {
  ipv4: [
    ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
    ...['192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3'],
  ],
  ipv6: ['::/128', 'fc00::/7', 'fe80::/10', 'ff00::/8', '64:ff9b::/96'],
} as const;

const inner = new BlockList();
for (const family of ['ipv4', 'ipv6'] as const) {
  for (const range of RANGES[family]) {
    const [network = '', bits] = range.split('/');
    inner.addSubnet(network, Number(bits), family);
  }
}

/** Every address of a name; a name that nobody knows has none, and what calls it later is told so. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
};

/**
 * Refuses a model's address inside a network: other machines' services, and those that give out a cloud's credentials, answer there to whoever
 * is inside. This machine's own (Ollama, llama.cpp) is allowed; others are where the user said so.
 * @throws InklingError `invalid-input`
 */
export async function requireOuterAddress(
  baseUrl: string,
  arePrivateAllowed: boolean,
  resolve: Resolve = resolveHost,
): Promise<void> {
  if (arePrivateAllowed || !URL.canParse(baseUrl)) return;
  const host = new URL(baseUrl).hostname.replace(/^\[|\]$/gu, '');
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (!addresses.some((address) => inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))) return;
  throw new InklingError('invalid-input', `The model's address leads to ${host}, inside a private network.`, {
    hint: "If it is meant, set INKLING_ALLOW_PRIVATE_ADDRESSES=1. This machine's own, such as http://127.0.0.1:11434, needs no setting.",
  });
}
