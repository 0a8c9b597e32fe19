import { useEffect, useState } from 'react';
import { cn } from '#shared/lib/cn.ts';
import { settingsMessages as words } from './messages.es.ts';
import { SECTIONS, type SectionId } from './sections.ts';

/** A section is the current one while it crosses this upper band of the window. */
const READING_BAND = '-80px 0px -65% 0px';

/** Where on the page one is, and the way to the other sections: beside them on a desktop, above them elsewhere. */
export function SectionNav() {
  const current = useCurrentSection();
  return (
    <nav
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

function useCurrentSection(): SectionId {
  const [current, setCurrent] = useState<SectionId>(() => hashSection() ?? SECTIONS[0].id);
  useEffect(() => {
    const crossing = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) crossing.add(target.id);
          else crossing.delete(target.id);
        }
        const topmost = SECTIONS.find(({ id }) => crossing.has(id));
        if (topmost) setCurrent(topmost.id);
      },
      { rootMargin: READING_BAND },
    );
    for (const { id } of SECTIONS) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    const followHash = () => {
      const named = hashSection();
      // After the observer: the last sections are too low on the page ever to reach the reading band.
      if (named) requestAnimationFrame(() => setCurrent(named));
    };
    window.addEventListener('hashchange', followHash);
    return () => {
      observer.disconnect();
      window.removeEventListener('hashchange', followHash);
    };
  }, []);
  return current;
}

const hashSection = (): SectionId | undefined => SECTIONS.find(({ id }) => window.location.hash === `#${id}`)?.id;
