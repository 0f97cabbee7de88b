import { InklingError } from '@inkling/engine';
import { bodyLimit } from 'hono/body-limit';
import { DEFAULT_MAX_BODY_BYTES } from '../contract/endpoint.ts';

/** Refuses a longer body with `request-too-large` before it is read. (Default: 1 MiB) */
export function limitBody(maxSize: number = DEFAULT_MAX_BODY_BYTES): ReturnType<typeof bodyLimit> {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new InklingError('request-too-large', `The body is longer than ${maxSize} bytes.`, {
        wayOut: 'Send fewer rows at once.',
        details: { maxBodyBytes: maxSize },
      });
    },
  });
}
