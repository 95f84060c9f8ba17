import { ErrorCode } from '../messages/answers.ts';

/** What is wrong with a message that asks for an answer, as the protocol has codes for it. */
export interface RequestFault {
  readonly code: number;
  readonly message: string;
}

/**
 * Finds why a message with an id cannot be taken, so that its sender is told instead of left waiting.
 *
 * Contract: undefined for what is a request, a notification or an answer, and for what has no id to answer to.
 */
export function faultOf(message: object): RequestFault | undefined {
  const { invalidRequest, invalidParams } = ErrorCode;
  const { jsonrpc, id, method, params } = message as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const isAnswer = method === undefined && ('result' in message || 'error' in message);
  if (isAnswer) return undefined;
  if (jsonrpc !== '2.0') return { code: invalidRequest, message: 'Invalid request: jsonrpc must be "2.0"' };
  if (typeof method !== 'string') return { code: invalidRequest, message: 'Invalid request: method must be a text' };
  const isObject = params === undefined || (typeof params === 'object' && params !== null && !Array.isArray(params));
  return isObject ? undefined : { code: invalidParams, message: 'Invalid params: params must be an object' };
}
