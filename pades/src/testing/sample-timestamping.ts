import type { Signer } from '../certificates/signer.ts';
import { createTimestampResponse } from '../timestamp/create-timestamp-response.ts';
import type { TimestampAuthority, Timestamping } from '../timestamp/request-timestamp.ts';

export const samplePolicy = '1.3.6.1.4.1.99999.1.1';

/** A timestamp authority in this process with its own clock. */
export function sampleTimestampAuthority(signer: Signer, time: () => Date | null): TimestampAuthority {
  let count = 0;
  return {
    timestamp: async (request) => {
      count += 1;
      const serial = Buffer.alloc(8, 1);
      serial.writeUInt32BE(count, 4);
      return createTimestampResponse({
        request,
        signer,
        serial,
        time: time(),
        policy: samplePolicy,
        accuracySeconds: 1,
      });
    },
  };
}

/** Timestamping with one authority; the random bytes count up, so that requests are deterministic. */
export function sampleTimestamping(
  signer: Signer,
  { anchors, now }: { readonly anchors: readonly Uint8Array[]; readonly now: () => Date },
): Timestamping {
  let count = 0;
  return {
    authorities: [sampleTimestampAuthority(signer, now)],
    anchors,
    now,
    randomBytes: (length) => {
      count += 1;
      return Buffer.alloc(length, count);
    },
  };
}
