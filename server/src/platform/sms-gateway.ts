import type { Clock } from './clock.ts';
import { sendByForm } from './sms-form.ts';
import type { SmsSettings, TextMessage } from './sms-message.ts';
import { sendByPost } from './sms-post.ts';
import { sendBySmpp } from './sms-smpp.ts';

export interface SmsGateway {
  /**
   * Hands a text message to the gateway.
   *
   * @throws Fault, not retryable if the gateway refused the number or the message
   */
  send(message: TextMessage): Promise<void>;
}

export function openSmsGateway(settings: SmsSettings, about: { clock: Clock; version: string }): SmsGateway {
  switch (settings.kind) {
    case 'http':
      return { send: (message) => sendByPost(settings, message, about) };
    case 'twilio':
      return { send: (message) => sendByForm(settings, message) };
    case 'smpp':
      return { send: (message) => sendBySmpp(settings, message) };
  }
}
