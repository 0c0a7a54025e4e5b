import { FileText } from 'lucide-react';
import { useState } from 'react';
import type { StoredFile } from '../api/wire.ts';
import { classNames } from '../ui/class-names.ts';

/** A thumbnail of the first page; decorative, because the name is next to it. */
export function PageThumb({ file, isLarge }: { file: StoredFile | undefined; isLarge?: boolean }) {
  const [broken, setBroken] = useState<string | null>(null);
  const size = isLarge ? 'h-36 w-28' : 'h-14 w-11';
  const frame = classNames(size, 'shrink-0 rounded-[3px] border border-line');
  if (file?.thumb && file.thumb !== broken) {
    return (
      <img
        src={file.thumb}
        alt=""
        loading="lazy"
        onError={() => setBroken(file.thumb)}
        className={classNames(frame, 'bg-wash object-cover object-top')}
      />
    );
  }
  return (
    <span aria-hidden className={classNames(frame, 'flex items-center justify-center bg-surface text-muted')}>
      <FileText size={isLarge ? 32 : 18} strokeWidth={1.5} />
    </span>
  );
}
