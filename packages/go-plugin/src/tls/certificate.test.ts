import { createPrivateKey, X509Certificate } from "node:crypto";
import { expect, test } from "@jest/globals";
import { createCertificate } from "./certificate.js";
import { der } from "./der.js";

test("the certificate is for localhost, signs itself and holds for years", () => {
  const { cert, key, der: bytes } = createCertificate(new Date("2026-03-04T05:06:07Z"));
  const certificate = new X509Certificate(cert);
  expect(certificate.raw.equals(bytes)).toBe(true);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(certificate.checkHost("localhost")).toBe("localhost");
  expect(certificate.ca).toBe(true);
  expect(certificate.subjectAltName).toBe("DNS:localhost");
  expect(certificate.keyUsage).toEqual(["1.3.6.1.5.5.7.3.1", "1.3.6.1.5.5.7.3.2"]);
  expect([certificate.validFrom, certificate.validTo]).toEqual([
    "Mar  4 05:05:07 2026 GMT",
    "Feb 25 05:06:07 2056 GMT",
  ]);
});

test("no two are the same", () => {
  const [first, second] = [createCertificate(), createCertificate()].map(({ cert }) => new X509Certificate(cert));
  expect(first?.serialNumber).not.toBe(second?.serialNumber);
  expect(first?.serialNumber).toHaveLength(32);
});

test("DER, byte by byte", () => {
  expect(der.integer(Buffer.of(0x80)).toString("hex")).toBe("02020080");
  expect(der.oid("1.2.840.10045.4.3.2").toString("hex")).toBe("06082a8648ce3d040302");
  expect(der.bits(Buffer.of(0x84), 2).toString("hex")).toBe("03020284");
  expect(der.octets(Buffer.alloc(200)).subarray(0, 3).toString("hex")).toBe("0481c8");
  expect(der.octets(Buffer.alloc(1000)).subarray(0, 4).toString("hex")).toBe("048203e8");
  expect(der.time(new Date("2049-12-31T23:59:59Z")).toString("latin1")).toBe("\x17\r491231235959Z");
  expect(der.time(new Date("2050-01-01T00:00:00Z")).toString("latin1")).toBe("\x18\x0f20500101000000Z");
});
