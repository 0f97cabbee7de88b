import { createHash } from 'node:crypto';

/** The parts of a key's text. */
export interface ApiKeyParts {
  readonly orgId: string;
  readonly id: string;
  readonly secret: string;
}

// The organisation is part of the text, so that looking a key up is a statement of that organisation like any other.
const FORM = /^ink\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{8,32})\.([A-Za-z0-9_-]{43})$/;

/** The text that a holder keeps: `ink.<organisation>.<id>.<secret>`. */
export function formatApiKey({ orgId, id, secret }: ApiKeyParts): string {
  return `ink.${Buffer.from(orgId, 'utf8').toString('base64url')}.${id}.${secret}`;
}

/** The parts of a text; null when it is no key. Says nothing about whether it is valid. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, org, id, secret] = FORM.exec(text) ?? [];
  if (org === undefined || id === undefined || secret === undefined) return null;
  const orgId = Buffer.from(org, 'base64url').toString('utf8');
  return { orgId, id, secret };
}

/** What is stored of a secret. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
