import './pages.css';

/** Everything after the cover, one file that is loaded while the cover is read. */
export { EndPage, PassedOnPage, UnknownPage } from './end-page.tsx';
export { OpenStages } from './open-stages.tsx';
