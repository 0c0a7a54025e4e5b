/**
 * What a frame and the page around it say to each other by `postMessage`: the frame to the origin of its session alone,
 * the page to the origin of the instance. What a server acts on is never one of these but the notification it gets.
 */

interface FromFrame {
  source: 'paraph';
  version: 1;
  /** Of the session: the last part of the path of its address. */
  id: string;
}

/** Why nothing is left to do in the frame, which says it in words and stays until the page takes it away. */
export type ClosedReason =
  | 'signed'
  | 'approved'
  | 'declined'
  | 'reassigned'
  /** It is not the turn of the person yet. */
  | 'waiting'
  /** Others of their group were enough. */
  | 'released'
  | 'expired'
  | 'canceled'
  | 'completed'
  /** Of the designer: all is saved, and the person has pressed Finish. */
  | 'finished'
  /** Of the designer: the draft has started, there or elsewhere, and is no draft any more. */
  | 'started'
  /** The address was opened before, or not in time; or the frame lasted as long as it may. */
  | 'ended'
  /** The page asked for it. */
  | 'host';

/** What a draft still lacks before it can be started, as the designer finds it. */
export interface DesignGap {
  /** Nobody signs; a signer has no signature field; a field is not whole on its page; an address is twice in a step. */
  kind: 'noSigners' | 'noSignature' | 'offPage' | 'duplicate';
  /** Of `noSignature`: the role of the signer. */
  role?: number;
  /** Of `offPage`: the page of the field, from 1. */
  page?: number;
  /** Of `duplicate`: the order of the step. */
  step?: number;
}

export type FrameEvent =
  /** The frame shows something, so many CSS pixels high. */
  | { type: 'ready'; height: number }
  | { type: 'resize'; height: number }
  /** The session is open, and whose turn it is is known. */
  | { type: 'opened'; envelopeId: string }
  /** Required fields that are answered, and how many there are. */
  | { type: 'progress'; done: number; total: number }
  /** The person is done; others may still have to act, and the file is being sealed. */
  | { type: 'signed'; envelopeId: string; status: string }
  | { type: 'approved'; envelopeId: string; status: string }
  | { type: 'declined'; envelopeId: string; reason?: string }
  /** The file is whole. Only where the frame is still there: ask for the notification `workflow.signed`. */
  | { type: 'sealed'; envelopeId: string }
  /** Of the designer: the fields are about to be saved as they are now, or what is missing has changed. */
  | { type: 'changed'; gaps: DesignGap[] }
  /** Of the designer: all that was changed is on the server. */
  | { type: 'saved'; envelopeId: string }
  /** Of the designer: the draft has started. */
  | { type: 'started'; envelopeId: string }
  | { type: 'error'; code: string; message: string }
  | { type: 'closed'; reason: ClosedReason };

export type FrameMessage = FromFrame & FrameEvent;

/** Six tokens and no style sheet: what people have to see cannot be hidden. Those that cannot be read are refused. */
export interface FrameTheme {
  /** Colours as `#RRGGBB`. */
  accent?: string;
  onAccent?: string;
  surface?: string;
  text?: string;
  /** Of corners, in CSS pixels, from 0 to 16. */
  radius?: number;
  font?: 'inter' | 'system' | 'serif';
  /** As the device has it where it is absent. */
  mode?: 'light' | 'dark';
}

export type HostEvent =
  | { type: 'language'; language: string }
  | { type: 'theme'; theme: FrameTheme }
  /** Moves the focus to the beginning of the frame. */
  | { type: 'focus' }
  | { type: 'close' };

export type HostMessage = { source: 'paraph-host'; version: 1 } & HostEvent;
