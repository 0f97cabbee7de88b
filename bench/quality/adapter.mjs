// The index alone, without database and policy, as an adapter of the retrieval evaluation runner:
// `run.mjs --adapter bench/quality/adapter.mjs`, over the built package. INKLING_SEARCH_SETTINGS (JSON) overrides settings.
import { createIndexAdapter } from './lib/index-adapter.mjs';

const settings = JSON.parse(process.env.INKLING_SEARCH_SETTINGS ?? '{}');

export default async function createAdapter() {
  return createIndexAdapter(settings);
}
