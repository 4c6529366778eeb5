/* A small version of a folder after Sparkle's generate_appcast. */

export const signature = Buffer.alloc(64, 7).toString('base64');

export const itemOf = (version: string, build: string, url: string): string => `<item>
  <title>${version}</title>
  <pubDate>Sat, 26 Jul 2025 15:20:11 +0000</pubDate>
  <sparkle:version>${build}</sparkle:version>
  <sparkle:shortVersionString>${version}</sparkle:shortVersionString>
  <sparkle:minimumSystemVersion>13.0</sparkle:minimumSystemVersion>
  <enclosure url="${url}" length="0" type="application/octet-stream" sparkle:edSignature="${signature}"/>
</item>`;

export const appcastOf = (items: string): string => `<?xml version="1.0" standalone="yes"?>
<rss xmlns:sparkle="http://www.andymatuschak.org/xml-namespaces/sparkle" version="2.0">
  <channel><title>Acme</title>${items}</channel>
</rss>`;

const deltas = `<description><![CDATA[<h1>New & better</h1>]]></description><sparkle:deltas>
  <enclosure url="https://example.com/u/Acme210-110.delta" sparkle:deltaFrom="110" length="5" sparkle:edSignature="${signature}"/>
  <enclosure url="https://example.com/u/Acme210-99.delta" sparkle:deltaFrom="99" length="5" sparkle:edSignature="${signature}"/>
</sparkle:deltas>`;

/** Two versions; the older archive exists too, and one delta is missing. */
export const sparkleBuild: Record<string, string> = {
  'updates/appcast.xml': appcastOf(
    `${itemOf('1.9', '110', 'https://example.com/u/Acme-1.9.dmg')}${itemOf('1.10', '210', 'https://example.com/u/Acme-1.10.dmg').replace('</item>', `${deltas}</item>`)}`,
  ),
  'updates/Acme-1.9.dmg': 'old',
  'updates/Acme-1.10.dmg': 'image',
  'updates/Acme210-110.delta': 'delta',
};
