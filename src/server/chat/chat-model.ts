// The port of the chat: something that continues a conversation.

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ChatModel {
  /**
   * What the model says next.
   *
   * @throws {DomainError} CONTEXT_LIMIT_EXCEEDED when there is more than it takes, SERVICE_UNAVAILABLE
   * when it does not answer; neither holds a part of the messages
   */
  next(messages: readonly ModelMessage[]): Promise<string>;
}
