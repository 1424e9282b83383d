// Puts values into a page's HTML, so that none of them is read as HTML.
import { html as escaped } from './html.js';

/**
 * @param values what stands for each `{{name}}`
 * @throws Error naming a placeholder without a value
 */
export function fillPlaceholders(html: string, values: Readonly<Record<string, string>>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The page asks for an unknown value: ${name}.`);
    return escaped`${value}`.html;
  });
}
