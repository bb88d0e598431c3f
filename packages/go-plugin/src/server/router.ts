import type { DescMethod, DescService } from "@bufbuild/protobuf";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";

/** Takes the services to serve. Connect's own router is one. */
export interface Router {
  /** Methods without an implementation are answered with UNIMPLEMENTED. */
  service<Service extends DescService>(service: Service, implementation: Partial<ServiceImpl<Service>>): unknown;
}

/** A method that is served. What it takes and returns follows from its kind, which the types cannot tell here. */
export interface ServedMethod {
  readonly method: DescMethod;
  readonly handle: (request: never, context: HandlerContext) => unknown;
}

/** What these routes serve, by path: "/package.Service/Method". */
export function methodsOf(routes: (router: Router) => void): ReadonlyMap<string, ServedMethod> {
  const methods = new Map<string, ServedMethod>();
  routes({
    service(service, implementation) {
      for (const method of service.methods) {
        const handle: unknown = Reflect.get(implementation, method.localName);
        if (typeof handle !== "function") continue;
        methods.set(`/${service.typeName}/${method.name}`, { method, handle: handle.bind(implementation) });
      }
    },
  });
  return methods;
}
