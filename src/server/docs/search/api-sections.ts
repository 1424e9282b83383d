// The searchable sections of the API reference: its operations and its error codes.
import { describeApi } from '../../../protocol/openapi.js';
import { ERROR_MEANINGS } from '../../http/errors-page.js';
import type { Section } from './section.js';

const withoutMarkup = (text: string) => text.replaceAll('`', '').trim();

/** `/docs/api` has an anchor for each operation, named by its id. */
const operations = (): readonly Section[] =>
  Object.entries(describeApi('').paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, summary, description = '', parameters = [] } = operation;
      const fields = parameters.map((one) => `${one.name}: ${one.description ?? ''}`);
      return {
        page: 'API over HTTP',
        heading: `${operationId}: ${method.toUpperCase()} ${path}`,
        address: `/docs/api#${operationId}`,
        text: withoutMarkup(
          [summary, description === summary ? '' : description, ...fields].join(' '),
        ),
      };
    }),
  );

const errors = (): readonly Section[] =>
  Object.entries(ERROR_MEANINGS).map(([code, meaning]) => ({
    page: 'Errors',
    heading: code,
    address: `/errors#${code.toLowerCase()}`,
    text: withoutMarkup(meaning),
  }));

export const apiSections = (): readonly Section[] => [...operations(), ...errors()];
