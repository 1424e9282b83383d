// One operation as a section of the reference.
import type { MediaType, OpenApiOperation } from '../../../protocol/openapi-types.js';
import type { Schema } from '../../../protocol/schema.js';
import { type Html, html, prose } from '../html.js';
import { curl, type Placed } from './curl.js';
import { fieldsOf, typeOf } from './schema-html.js';

/** @param origin where the API is reached, for the example */
export function operationSection({ method, path, operation }: Placed, origin: string): Html {
  const { operationId, summary, description = '', parameters = [], requestBody } = operation;
  return html`<section id="${operationId}">
<h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></h3>
<p><strong>${summary}</strong></p>
${description === summary ? undefined : prose(description)}
${
  parameters.length === 0
    ? undefined
    : html`<h4>Parameters</h4><ul class="fields">${parameters.map(
        (one) =>
          html`<li><code>${one.name}</code> <small>${one.in}, ${typeOf(one.schema)}${one.required ? ', required' : ''}</small>${prose(one.description ?? '')}</li>`,
      )}</ul>`
}
${requestBody === undefined ? undefined : body('Body', requestBody.content, requestBody.required)}
<h4>Example</h4><pre tabindex="0">${curl({ method, path, operation }, origin)}</pre>
${answers(operation)}
</section>`;
}

function body(
  title: string,
  content: Readonly<Record<string, MediaType>>,
  isRequired: boolean,
): Html | undefined {
  const schema = content['application/json']?.schema;
  if (schema === undefined || '$ref' in schema) return undefined;
  const fields = fieldsOf(schema as Schema);
  return html`<h4>${title} <small>${typeOf(schema as Schema)}${isRequired ? '' : ', may be absent'}</small></h4>${fields}`;
}

function answers({ responses }: OpenApiOperation): Html {
  return html`<h4>Answers</h4>${Object.entries(responses).map(([status, answer]) => {
    const isSuccess = status.startsWith('2');
    if (!isSuccess) return html`<p><code>${status}</code> ${answer.description}</p>`;
    const media = answer.content?.['application/json'];
    return html`<p><code>${status}</code> ${answer.description}</p>
${answer.content === undefined ? undefined : html`<details><summary>Fields</summary>${body('Answer', answer.content, true)}</details>`}
${media?.example === undefined ? undefined : html`<details><summary>Example</summary><pre tabindex="0">${JSON.stringify(media.example, null, 2)}</pre></details>`}`;
  })}`;
}
