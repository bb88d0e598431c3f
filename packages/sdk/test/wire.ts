import { isReflectMessage, type ReflectMessage } from "@bufbuild/protobuf/reflect";

/** The fields of a message, at any depth, that hold an enum's value 0, which stands for "unspecified". */
export function enumZeros(message: ReflectMessage): string[] {
  return message.fields.flatMap((field) => {
    const { localName } = field;
    const below = (value: unknown, path: string): string[] =>
      isReflectMessage(value) ? enumZeros(value).map((inner) => `${path}.${inner}`) : value === 0 ? [path] : [];
    switch (field.fieldKind) {
      case "enum":
        return below(message.get(field), localName);
      case "message":
        return message.isSet(field) ? below(message.get(field), localName) : [];
      case "list":
        if (field.listKind === "scalar") return [];
        return [...message.get(field)].flatMap((value, index) => below(value, `${localName}[${index}]`));
      case "map":
        if (field.mapKind === "scalar") return [];
        return [...message.get(field)].flatMap(([key, value]) => below(value, `${localName}.${key}`));
      default:
        return [];
    }
  });
}
