import { claudeCodeConnector } from './claude-code.ts';
import type { Connector } from './connector.ts';

/** The clients that `inkling init` connects. A new client is one line here. */
export const CONNECTORS: readonly Connector[] = [claudeCodeConnector];
