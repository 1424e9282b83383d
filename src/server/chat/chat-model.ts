// The port of the chat: a language model that continues a conversation.

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatModel {
  /**
   * The model's next message.
   *
   * @throws {DomainError} CONTEXT_LIMIT_EXCEEDED when the conversation is too long for the model,
   * SERVICE_UNAVAILABLE when it does not answer; neither error quotes the messages
   */
  next(messages: readonly ModelMessage[]): Promise<string>;
}
