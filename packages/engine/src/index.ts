export { InklingError, ERROR_CODES, type ErrorCode, type InklingErrorOptions } from './base/errors.ts';
