// The chat operation of the API.
import type { ApiHandlers } from '../http/handlers.js';
import type { ChatService } from './service.js';

export const chatHandlers = (service: ChatService): Pick<ApiHandlers, 'askChat'> => ({
  askChat: ({ input, identity }) => service.ask(input.body, identity),
});
