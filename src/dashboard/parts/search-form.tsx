// A search field with its button.
/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon.js';

export interface SearchFormProps {
  /** What the page's address says is searched for. */
  readonly find: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onFind: (text: string) => void;
  /** When a searched text is removed from the field. Default: nothing, until the form is submitted. */
  readonly onClear?: () => void;
}

export function SearchForm({ find, label, placeholder, onFind, onClear }: SearchFormProps) {
  const input = useRef<HTMLInputElement>(null);
  // Only a new search text in the page's address replaces the input's text: other changes must not overwrite what
  // is being typed.
  useLayoutEffect(() => {
    Object.assign(input.current ?? {}, { value: find });
  }, [find]);
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault();
        onFind(String(new FormData(event.currentTarget).get('find')).trim());
      }}
    >
      <label>
        <span class="hidden">{label}</span>
        <input
          ref={input}
          name="find"
          type="search"
          placeholder={placeholder}
          spellcheck={false}
          autocapitalize="none"
          // The browser's own clear button empties the input without submitting the form.
          onInput={({ currentTarget }) => {
            if (currentTarget.value === '' && find !== '') onClear?.();
          }}
        />
      </label>
      <button type="submit" class="button">
        <Icon name="search" />
        Search
      </button>
    </form>
  );
}
