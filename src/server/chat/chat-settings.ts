// Reads the settings of the language model behind the chat.
import type { EnvironmentReader } from '../settings/read-environment.js';

export interface ChatSettings {
  /**
   * Base URL of an OpenAI-compatible API, such as `https://api.openai.com/v1`, without a slash at its end.
   */
  readonly url: string;
  readonly model: string;
  readonly key?: string;
}

/** Faults name the variable and never show the key. */
export function readChatSettings(read: EnvironmentReader): { readonly chat?: ChatSettings } {
  const url = read.httpUrl('CHAT_URL');
  const model = read.text('CHAT_MODEL');
  const key = read.token('CHAT_KEY');
  if (read.text('CHAT_URL') === undefined) {
    if (model !== undefined) read.fault('CHAT_MODEL needs CHAT_URL; it is not set.');
    if (key !== undefined) read.fault('CHAT_KEY needs CHAT_URL; it is not set.');
    return {};
  }
  if (model === undefined)
    read.fault('CHAT_URL needs CHAT_MODEL, the name of a model that it serves.');
  if (url === undefined || model === undefined) return {};
  return { chat: { url, model, ...(key === undefined ? {} : { key }) } };
}
