import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Operation {
  readonly operationId: string;
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

interface Exchange {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Checks real answers against the OpenAPI document: the status, the media type, and every field. Notes in `seen` what succeeded. */
export function checkTraffic(
  document: unknown,
  seen: Set<string>,
): (method: string, path: string, exchange: Exchange) => void {
  const ajv = new Ajv2020({ strict: false });
  formats.default(ajv);
  ajv.addSchema(document as object, 'openapi');
  const validators = new Map<string, ValidateFunction>();
  const { paths } = document as Document;
  return (method, path, { status, type, text }) => {
    const template = templateOf(Object.keys(paths), path.split('?')[0] ?? '');
    const operation = template === undefined ? undefined : paths[template]?.[method];
    if (template === undefined || !operation) return;
    const media = type.split(';')[0] ?? '';
    if (!operation.responses[status]?.content?.[media]) {
      throw new Error(`${method} ${template}: the document knows no ${status} of type ${media}: ${text}`);
    }
    const pointer = [`paths`, template, method, 'responses', String(status), 'content', media, 'schema'];
    const reference = `openapi#/${pointer.map(escaped).join('/')}`;
    const validate = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, validate);
    for (const value of media === 'application/x-ndjson' ? text.split('\n').filter(Boolean) : [text]) {
      if (validate(JSON.parse(value))) continue;
      throw new Error(`${method} ${template} ${status}: ${ajv.errorsText(validate.errors)} in ${value.slice(0, 500)}`);
    }
    if (status < 300) seen.add(operation.operationId);
  };
}

/** Fixed segments win over parameters, as in the router. */
function templateOf(templates: readonly string[], path: string): string | undefined {
  const fits = (template: string): boolean => new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
  return templates.find((template) => template === path) ?? templates.find(fits);
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
