import { useEffect, useRef, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { settingsMessages as words } from './messages.es.ts';
import { SECTIONS, type SectionId } from './sections.ts';

/**
 * Distance in pixels from the top of the window at which a section becomes the current one. It covers the header, the
 * bar of sections and a margin.
 */
const READING_LINE_PX = 140;

/** Width in pixels of the part of the bar that stays visible before the current link. */
const STRIP_MARGIN_PX = 48;

/**
 * Renders links to the sections and marks the current section. The links are next to the sections on a desktop, and
 * above them on smaller screens.
 */
export function SectionNav() {
  const current = useCurrentSection();
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const link = strip.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    // On a phone the bar is wider than the window, so it scrolls to the current link.
    if (strip.current && link) strip.current.scrollLeft = link.offsetLeft - STRIP_MARGIN_PX;
  }, [current]);
  return (
    <nav
      ref={strip}
      aria-label={words.sections}
      className="sticky top-[calc(var(--header)+16px)] max-lg:top-(--header) max-lg:z-(--z-sticky) max-lg:-mx-5 max-lg:overflow-x-auto max-lg:bg-ground max-lg:px-5 max-lg:py-2 max-lg:[scrollbar-width:none] max-md:-mx-3 max-md:px-3"
    >
      <ul className="grid gap-0.5 max-lg:flex max-lg:w-max max-lg:gap-1">
        {SECTIONS.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              className={cn(
                'flex h-(--h) items-center rounded-control border px-2.5 text-13 whitespace-nowrap transition focus-visible:-outline-offset-2',
                id === current
                  ? 'border-line-strong bg-raised font-medium text-fg-1'
                  : 'border-transparent text-fg-2 hover:bg-hover hover:text-fg-1',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Returns the current section and updates it while the page scrolls. */
function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>(sectionInView);
  useEffect(() => {
    const follow = () => setCurrent(sectionInView());
    follow();
    for (const event of ['scroll', 'resize', 'hashchange']) window.addEventListener(event, follow, { passive: true });
    return () => {
      for (const event of ['scroll', 'resize', 'hashchange']) window.removeEventListener(event, follow);
    };
  }, []);
  return current;
}

function sectionInView(): SectionId {
  const isBelow = (id: SectionId) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) > READING_LINE_PX;
  const reached = SECTIONS.filter(({ id }) => !isBelow(id)).at(-1) ?? SECTIONS[0];
  const { scrollHeight } = document.documentElement;
  const atEnd = window.scrollY > 0 && window.innerHeight + window.scrollY >= scrollHeight - 2;
  if (!atEnd) return reached.id;
  // At the end of the page, short sections cannot reach the reading line. The current section is then the section in
  // the URL hash, or the last section.
  const named = SECTIONS.find(({ id }) => window.location.hash === `#${id}` && isBelow(id));
  return (named ?? SECTIONS.at(-1) ?? reached).id;
}
