import { useEffect } from 'preact/hooks';

/** Puts a name in front of the title of the page, which tells apart tabs, history and printed files. */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const { title } = document;
    document.title = `${name} · ${title}`;
    return () => {
      document.title = title;
    };
  }, [name]);
}
