import { Minus, Plus } from 'lucide-react';
import { useText } from '../text/start-text.ts';
import { IconButton } from '../ui/button.tsx';
import { type Zoom, zoomIn, zoomOut } from './page-layout-state.ts';

export function ZoomButtons({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const t = useText('signing');
  return (
    <fieldset className="flex">
      <legend className="sr-only">{t('view.zoom', { percent: zoom * 100 })}</legend>
      <IconButton
        icon={Minus}
        label={t('view.zoomOut')}
        disabled={zoom <= 1}
        onClick={() => onZoom(zoomOut(zoom))}
      />
      <IconButton
        icon={Plus}
        label={t('view.zoomIn')}
        disabled={zoom >= 3}
        onClick={() => onZoom(zoomIn(zoom))}
      />
    </fieldset>
  );
}
