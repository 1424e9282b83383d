// A wallet: its coloured mark, its shortened address as a link to its profile, and a button that copies it in full.
/** @jsxImportSource preact */
import { useContext } from 'preact/hooks';
import { shorten } from '../format/names.js';
import { NavigationContext } from '../state/use-place.js';
import { CopyButton } from './copy-button.js';

export interface WalletAddressProps {
  readonly address: string;
  /** Name that is shown in place of the address. */
  readonly name?: string | null | undefined;
}

export function WalletAddress({ address, name }: WalletAddressProps) {
  const navigation = useContext(NavigationContext);
  const text = name ? (
    <span class="wallet-name">{name}</span>
  ) : (
    <span class="mono">{shorten(address)}</span>
  );
  return (
    <span class="wallet">
      <WalletMark address={address} />
      {navigation === undefined ? (
        // On a public board there is no navigation: profiles are for the team only.
        <span title={address}>{text}</span>
      ) : (
        <a href={navigation.hrefTo({ view: 'wallets', id: address })} title={address}>
          {text}
        </a>
      )}
      <CopyButton text={address} what="address" />
    </span>
  );
}

/** Colours made from the address. The avatar of a profile is not loaded: that would be a request to another host. */
export function WalletMark({ address }: { readonly address: string }) {
  const hue = [...address.toLowerCase()].reduce(
    (sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 360,
    7,
  );
  return <span class="wallet-mark" style={{ '--hue': String(hue) }} aria-hidden="true" />;
}
